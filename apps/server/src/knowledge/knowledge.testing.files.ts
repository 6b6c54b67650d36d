import { readFile } from 'node:fs/promises'
import { readDemoKnowledge } from '../demo/knowledge/demo.testing.ts'

/** A real .docx under any name: the first that the demo attaches. */
export const testDocx = async (name = 'Файл.docx'): Promise<File> => {
  const { sections } = await readDemoKnowledge()
  const path = sections
    .flatMap(({ subcategories }) => subcategories.flatMap(({ articles }) => articles))
    .flatMap(({ files }) => files)
    .find((file) => file.path.endsWith('.docx'))?.path
  return new File([new Uint8Array(await readFile(path ?? ''))], name)
}
