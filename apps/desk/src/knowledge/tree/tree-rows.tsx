import type { DeskTree } from '@podmoga/contract/desk/knowledge'
import type { ComponentProps } from 'react'
import { GroupRow, MaterialRow } from './tree-row.tsx'

interface TreeRowsProps {
  sections: DeskTree['sections']
  materialId: string | null
  isOpen: (key: string) => boolean
  onToggle: (key: string) => void
  /** Props shared by all rows. */
  row: Pick<ComponentProps<typeof GroupRow>, 'mark' | 'onOrder'>
}

/** Sections with the content of expanded ones. */
export function TreeRows({ sections, materialId, isOpen, onToggle, row }: TreeRowsProps) {
  return (
    <>
      {sections.map((section) => {
        const key = `section-${section.id}`
        return (
          <li key={section.id}>
            <GroupRow
              {...row}
              thing={{ level: 'section', id: section.id }}
              name={section.name}
              isOpen={isOpen(key)}
              onToggle={() => onToggle(key)}
            />
            {isOpen(key) && (
              <ul>
                {section.subcategories.map((subcategory) => {
                  const subkey = `subcategory-${subcategory.id}`
                  return (
                    <li key={subcategory.id}>
                      <GroupRow
                        {...row}
                        thing={{ level: 'subcategory', id: subcategory.id }}
                        name={subcategory.name}
                        isOpen={isOpen(subkey)}
                        onToggle={() => onToggle(subkey)}
                      />
                      {isOpen(subkey) && (
                        <ul>
                          {subcategory.materials.map((item) => (
                            <li key={item.id}>
                              <MaterialRow {...row} item={item} isCurrent={item.id === materialId} />
                            </li>
                          ))}
                        </ul>
                      )}
                    </li>
                  )
                })}
              </ul>
            )}
          </li>
        )
      })}
    </>
  )
}
