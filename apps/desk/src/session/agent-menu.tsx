import { authSiteUrl } from '@podmoga/web/session/leave'
import { UserMenu } from '@podmoga/web/user-menu'
import { BadgeCheck, BellRing, Keyboard, LayoutGrid, Printer, ShieldCheck, UserCheck } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useScope } from '../lib/scope.tsx'
import styles from './agent-menu.module.css'
import { SESSION } from './session.texts.ts'

interface AgentMenuProps {
  name: string | null
  image: string | null
  onKeys?: () => void
  onSignals?: () => void
  /** Agents set their presence and look up devices. */
  isAgent: boolean
  onSignOut: () => void
}

/** Account menu of the signed-in person, with sign-out. */
export function AgentMenu({ name: known, onKeys, onSignals, isAgent, ...person }: AgentMenuProps) {
  const navigate = useNavigate()
  const { roles } = useScope().me
  const reviews = roles.includes('agent') || roles.includes('admin')
  const name = known ?? SESSION.no_name
  const keys = { key: 'keys', label: SESSION.keys, icon: <Keyboard size={20} />, onAction: onKeys }
  const quality = {
    key: 'quality',
    label: SESSION.quality,
    icon: <BadgeCheck size={20} />,
    onAction: () => void navigate('/service/quality'),
  }
  const signals = {
    key: 'signals',
    label: SESSION.signals,
    icon: <BellRing size={20} />,
    onAction: onSignals,
  }
  const devices = {
    key: 'devices',
    label: SESSION.devices,
    icon: <Printer size={20} />,
    onAction: () => void navigate('/devices'),
  }
  const presence = {
    key: 'presence',
    label: SESSION.presence,
    icon: <UserCheck size={20} />,
    onAction: () => void navigate('/presence'),
  }
  return (
    <UserMenu
      {...person}
      label={name}
      name={name}
      className={styles.name}
      entries={[
        ...(onKeys === undefined ? [] : [keys]),
        ...(onSignals === undefined ? [] : [signals]),
        ...(reviews ? [quality] : []),
        ...(isAgent ? [devices, presence] : []),
        {
          key: 'security',
          label: SESSION.security,
          icon: <ShieldCheck size={20} />,
          onAction: () => void navigate('/security'),
        },
        {
          key: 'intranet',
          label: SESSION.intranet,
          icon: <LayoutGrid size={20} />,
          onAction: () => location.assign(authSiteUrl()),
        },
      ]}
    />
  )
}
