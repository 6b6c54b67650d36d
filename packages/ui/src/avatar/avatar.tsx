import { UserRound } from 'lucide-react'
import { useState } from 'react'
import { cx } from '../lib/cx.tsx'
import styles from './avatar.module.css'

interface AvatarProps {
  name?: string | null | undefined
  image?: string | null | undefined
  /** 32, 40, 56 or 96 px. */
  size?: 's' | 'm' | 'l' | 'xl'
}

/** An avatar: the picture, else the first letter of the name, else the default silhouette. Decorative. */
export function Avatar({ name, image, size = 's' }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const letter = Array.from(name?.trim() ?? '')[0]?.toLocaleUpperCase('ru')
  const shown = image && image !== broken ? image : null
  return (
    // CSS draws the letter: as text it would become part of the accessible name of a button around it
    <span
      className={cx(styles.avatar, size !== 's' && styles[size])}
      data-letter={shown ? undefined : letter}
      aria-hidden
    >
      {shown ? <img src={shown} alt="" onError={() => setBroken(shown)} /> : !letter && <UserRound />}
    </span>
  )
}
