import { lazyPart } from '@podmoga/ui/lib/lazy-part'
import { Link } from '@podmoga/ui/lib/navigation'
import { SkipLink } from '@podmoga/ui/visually-hidden/visually-hidden'
import { config } from '@podmoga/web/config'
import { OfflineBar } from '@podmoga/web/offline-bar'
import { useQuery } from '@tanstack/react-query'
import { BookOpen, Building2, ChartNoAxesColumn, MessagesSquare, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useScope } from '../lib/scope.tsx'
import { AgentMenu } from '../session/agent-menu.tsx'
import { brandQuery } from './app.api.ts'
import { APP } from './app.texts.ts'
import { firstSection, mayEnter, pathOf, type SectionName, sectionAt } from './sections.ts'
import { signOutHere } from './sign-out.ts'
import styles from './workspace-page.module.css'

const MAIN = 'main'

/** Lazy: shown to few people, for a day. */
const StepNotice = lazyPart(() => import('./step-notice.tsx').then((module) => module.StepNotice), {
  inPlace: true,
})

interface FrameProps {
  /** More content of the bar. */
  tools?: ReactNode
  onKeys?: () => void
  onSignals?: () => void
  children: ReactNode
}

const ICONS = {
  tickets: MessagesSquare,
  incidents: TriangleAlert,
  knowledge: BookOpen,
  business: Building2,
  service: ChartNoAxesColumn,
}
type BarSection = keyof typeof ICONS
const SECTIONS = Object.entries(ICONS) as [BarSection, typeof BookOpen][]
/** Devices belong to the business section. Read-only users have them in their own menu: a fifth tab does not fit a phone. */
const inBar = (section: SectionName | null): BarSection | null =>
  section === 'devices' ? 'business' : section

/** Name and logo of the business; until they load, those embedded in the page. */
function useBrand() {
  const { call } = useScope()
  return useQuery(brandQuery(call)).data ?? config
}

/** Navigation between the sections; hidden if the person may enter only one. */
function Sections() {
  const { me } = useScope()
  const { pathname } = useLocation()
  const sections = SECTIONS.filter(([of]) => mayEnter(of, me.roles))
  if (sections.length < 2) return null
  const here = inBar(sectionAt(pathname))
  return (
    <nav aria-label={APP.sections} className={styles.sections}>
      {sections.map(([of, Icon]) => (
        <Link
          key={of}
          href={pathOf(of, me.roles)}
          className={styles.section}
          aria-current={of === here ? 'page' : undefined}
        >
          <Icon size={20} aria-hidden />
          <span className="spare">{APP[of]}</span>
        </Link>
      ))}
    </nav>
  )
}

/** The top bar and the section below it. */
export function Frame({ tools, onKeys, onSignals, children }: FrameProps) {
  const { me } = useScope()
  const { brand, logo_url } = useBrand()
  return (
    <div className={styles.page}>
      <SkipLink target={MAIN}>{APP.skip}</SkipLink>
      <header className={styles.bar}>
        <Link href={firstSection(me.roles)} className={styles.brand}>
          {logo_url === null ? (
            <MessagesSquare size={22} aria-hidden />
          ) : (
            <img src={logo_url} alt="" width={24} height={24} />
          )}
          <span>{brand}</span>
          <span className={styles.product}>{APP.product}</span>
        </Link>
        <Sections />
        {tools}
        <AgentMenu
          name={me.first_name}
          image={me.image}
          isAgent={me.roles.includes('agent')}
          {...(onKeys && { onKeys })}
          {...(onSignals && { onSignals })}
          onSignOut={() => void signOutHere()}
        />
      </header>
      <OfflineBar />
      {me.second_step_from !== undefined && <StepNotice from={me.second_step_from} />}
      <main id={MAIN} tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </div>
  )
}
