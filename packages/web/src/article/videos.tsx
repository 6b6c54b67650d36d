import { type Video, videoOf } from '@podmoga/contract/fields/video'
import { announce } from '@podmoga/ui/live-region/live-region'
import { CirclePlay } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useOnline } from '../use-online.ts'
import styles from './video.module.css'

const TEXTS = {
  watch: 'Смотреть',
  offline: 'Нет соединения. Видео откроется, когда появится сеть: нажмите ещё раз.',
  open: (source: string) => `Открыть на ${source}`,
} as const

export interface VideosProps {
  host: HTMLElement
  /** The HTML that the host shows. */
  html: string
}

interface Shown extends Video {
  title: string
  /** The container of its card, before the link. */
  slot: HTMLElement
}

/** Inserts a container for a card before the link. The link stays, with a text that says where it leads. */
const insertSlot = (figure: Element, link: HTMLAnchorElement, { source }: Video): HTMLElement => {
  const slot = document.createElement('div')
  slot.dataset.title = link.textContent?.trim() || TEXTS.watch
  link.textContent = TEXTS.open(source)
  link.setAttribute('aria-label', `${TEXTS.open(source)}: ${slot.dataset.title}`)
  link.before(slot)
  figure.classList.add(styles.video ?? '')
  return slot
}

/** The videos of an article: each is a figure that contains only the link. */
const videosIn = (host: Element): Shown[] =>
  [...host.querySelectorAll('figure')].flatMap((figure) => {
    const link = figure.lastElementChild
    if (!(link instanceof HTMLAnchorElement)) return []
    const before = figure.firstElementChild
    const made = before instanceof HTMLElement && before.dataset.title !== undefined ? before : null
    const isAlone = figure.textContent?.trim() === link.textContent?.trim() && figure.childElementCount === 1
    const video = videoOf(link.href)
    if (video === null || (made === null && !isAlone)) return []
    const slot = made ?? insertSlot(figure, link, video)
    return [{ ...video, slot, title: slot.dataset.title ?? '' }]
  })

/** The player of the other site is loaded only after a click. */
function VideoCard({ source, player, title }: Shown) {
  const isOnline = useOnline()
  const [isPlaying, setPlaying] = useState(false)
  const [isNoticeShown, setNoticeShown] = useState(false)
  if (isPlaying)
    return (
      <iframe
        ref={(frame) => frame?.focus({ preventScroll: true })}
        className={styles.player}
        src={player}
        title={`${title}, ${source}`}
        sandbox="allow-scripts allow-same-origin allow-presentation"
        // Do not reveal the page's URL. YouTube requires the origin, and so do sites that restrict who may embed their videos.
        referrerPolicy="strict-origin"
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        allowFullScreen
      />
    )
  return (
    <>
      <button
        type="button"
        className={styles.card}
        onClick={() => {
          setPlaying(isOnline)
          setNoticeShown(!isOnline)
          if (!isOnline) announce(TEXTS.offline)
        }}
      >
        <CirclePlay size={40} strokeWidth={1.5} aria-hidden />
        <span className={styles.words}>
          <span className={styles.title}>{title}</span>
          <span className={styles.source}>
            {TEXTS.watch} · {source}
          </span>
        </span>
      </button>
      {isNoticeShown && !isOnline && <p className={styles.offline}>{TEXTS.offline}</p>}
    </>
  )
}

/** Renders cards for the videos in an article that is already shown. */
export function Videos({ host, html }: VideosProps) {
  const [videos, setVideos] = useState<Shown[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text has other videos
  useLayoutEffect(() => setVideos(videosIn(host)), [host, html])
  return videos.map((video, index) => createPortal(<VideoCard {...video} />, video.slot, String(index)))
}
