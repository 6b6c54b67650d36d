import { ScrollBox } from '@podmoga/ui/scroll-box/scroll-box'
import { Component, createRef, type ReactNode } from 'react'
import styles from './message-list.module.css'

const BOTTOM_PX = 50
const NEAR_PX = 200

type Anchor = { id: string; top: number }

interface MessageScrollProps {
  label: string
  /** The newest message is among the children. */
  isNewest: boolean
  /** Fewer pages are loaded than may be kept, so older ones may be loaded without scrolling. */
  canGrow: boolean
  onOlder: () => void
  onNewer: () => void
  onBottomChange: (isAtBottom: boolean) => void
  children: ReactNode
}

const heightsOf = (region: HTMLElement): string => `${region.clientHeight}/${region.scrollHeight}`

/**
 * A scroll region that keeps the messages being read in position. Children with `data-message` are anchors: before each commit
 * their positions are recorded; after it the first one that was visible and still exists is moved back to its position. At the
 * end of the newest messages it stays at the end instead.
 */
export class MessageScroll extends Component<MessageScrollProps, object, Anchor[]> {
  private readonly region = createRef<HTMLElement>()
  private readonly content = createRef<HTMLDivElement>()
  private observer: ResizeObserver | null = null
  private isPinned = true
  private anchor: Anchor | null = null
  private lastTop = 0
  private lastHeights = ''
  private direction: 'up' | 'down' | null = null

  override componentDidMount(): void {
    // Its first callback, before the first paint, scrolls to the end: measuring here would force a layout within the commit.
    this.observer = new ResizeObserver(() => this.settle())
    if (this.region.current) this.observer.observe(this.region.current)
    if (this.content.current) this.observer.observe(this.content.current)
  }

  override componentWillUnmount(): void {
    this.observer?.disconnect()
  }

  override getSnapshotBeforeUpdate(): Anchor[] {
    return this.places()
  }

  override componentDidUpdate(before: MessageScrollProps, _: object, places: Anchor[]): void {
    if (this.isPinned && before.isNewest && this.props.isNewest) this.toEnd()
    else this.putBack(places)
    this.anchor = this.places()[0] ?? null
    this.look()
  }

  /** Scrolls to the newest message and stays there. */
  toEnd(): void {
    const region = this.region.current
    if (region === null) return
    this.isPinned = true
    region.scrollTop = region.scrollHeight
    this.lastTop = region.scrollTop
    this.lastHeights = heightsOf(region)
    this.props.onBottomChange(true)
  }

  /** Messages and their distance from the region's top: visible ones first, then the others. */
  private places(): Anchor[] {
    const region = this.region.current
    if (region === null) return []
    const { top, bottom } = region.getBoundingClientRect()
    const inSight: Anchor[] = []
    const others: Anchor[] = []
    for (const element of region.querySelectorAll<HTMLElement>('[data-message]')) {
      const box = element.getBoundingClientRect()
      const isSeen = box.bottom > top + 1 && box.top < bottom
      const anchor = { id: element.dataset.message ?? '', top: box.top - top }
      if (isSeen) inSight.push(anchor)
      else others.push(anchor)
    }
    return [...inSight, ...others]
  }

  private putBack(places: readonly Anchor[]): void {
    const region = this.region.current
    if (region === null) return
    const now = new Map(this.places().map(({ id, top }) => [id, top]))
    for (const { id, top } of places) {
      const moved = now.get(id)
      if (moved === undefined) continue
      if (moved !== top) region.scrollTop += moved - top
      this.lastTop = region.scrollTop
      return
    }
  }

  /** Pictures or fonts have loaded, or the region was resized. */
  private settle(): void {
    if (this.isPinned) this.toEnd()
    else if (this.anchor !== null) this.putBack([this.anchor])
    this.look()
  }

  private readonly onScroll = (): void => {
    const region = this.region.current
    if (region === null) return
    const isAtBottom = region.scrollHeight - region.scrollTop - region.clientHeight <= BOTTOM_PX
    const isUpward = region.scrollTop < this.lastTop && !isAtBottom
    // A growing field below shrinks the region, and the browser scrolls it. Only an upward scroll is the user's.
    if (this.isPinned && !isUpward && heightsOf(region) !== this.lastHeights) {
      this.toEnd()
      return
    }
    if (region.scrollTop !== this.lastTop) this.direction = region.scrollTop < this.lastTop ? 'up' : 'down'
    this.lastTop = region.scrollTop
    this.isPinned = isAtBottom && this.props.isNewest
    this.props.onBottomChange(this.isPinned)
    this.anchor = this.places()[0] ?? null
    this.look()
  }

  /** Loads a page when its end is near. Only in the direction of scrolling, or both ends would load in turn. */
  private look(): void {
    const region = this.region.current
    // Before layout, or with a skeleton, the region seems to be at its top; wait for messages.
    if (region === null || region.clientHeight === 0) return
    if (region.querySelector('[data-message]') === null) return
    const below = region.scrollHeight - region.scrollTop - region.clientHeight
    if (region.scrollTop < NEAR_PX && (this.direction === 'up' || this.props.canGrow)) this.props.onOlder()
    if (below < NEAR_PX && this.direction === 'down' && !this.props.isNewest) this.props.onNewer()
  }

  override render(): ReactNode {
    const { label, children } = this.props
    return (
      <ScrollBox
        ref={this.region}
        data-at-end
        className={styles.region}
        aria-label={label}
        onScroll={this.onScroll}
      >
        <div ref={this.content} className={styles.content}>
          {children}
        </div>
      </ScrollBox>
    )
  }
}
