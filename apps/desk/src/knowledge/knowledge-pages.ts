import { Archive, CalendarCheck, MessageCircleQuestion, Replace } from 'lucide-react'
import type { FeatureMenu, MenuPage } from '../lib/feature.ts'
import { CARE } from './care/care.texts.ts'
import { EXCHANGE } from './exchange/exchange.texts.ts'
import { KB } from './knowledge.texts.ts'

/** The editors' pages beside the tree. */
export const LISTS = [
  { href: '/kb/gaps', label: KB.gaps, roles: ['editor'], Icon: MessageCircleQuestion },
  { href: '/kb/due', label: CARE.title, roles: ['editor'], Icon: CalendarCheck },
  { href: '/kb/synonyms', label: KB.synonyms, roles: ['editor'], Icon: Replace },
  { href: '/kb/exchange', label: EXCHANGE.title, roles: ['editor'], Icon: Archive },
] as const satisfies readonly (MenuPage & { Icon: object })[]

/** The pages of the knowledge base for the command menu, with the roles that may open them. */
export const menu: FeatureMenu = {
  hint: KB.title,
  pages: [
    { href: '/kb', label: KB.title, roles: ['editor'] },
    ...LISTS,
    { href: '/kb/read', label: KB.reading, roles: ['agent'] },
  ],
}
