import type { Page } from '@playwright/test'

/** Sets the root font size in percent, as the browser's text size setting does. */
export const setTextSize = (page: Page, percent: number): Promise<void> =>
  page.evaluate((value) => document.documentElement.style.setProperty('font-size', `${value}%`), percent)

/**
 * Returns layout faults of the present page: horizontal scrolling of the page or a part, words outside the screen or
 * broken in the middle, overlapping texts. `word`: words of up to this many letters must not be broken.
 */
export const layoutFaults = (page: Page, word: number): Promise<string[]> =>
  page.evaluate((longest) => {
    const faults: string[] = []
    const root = document.documentElement
    const width = root.clientWidth
    if (root.scrollWidth > width) faults.push(`the page scrolls sideways: ${root.scrollWidth} > ${width}`)

    /** Labels, which must not be truncated; a preview of a longer text may be. */
    const LABELS = 'button, a, [role="tab"], h1, h2, h3, label, legend, dt'
    const short = (text: string) => text.trim().replace(/\s+/g, ' ').slice(0, 40)
    const isShown = (one: Element) =>
      one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      one.closest('.visually-hidden, [inert], [aria-hidden="true"]:not(svg)') === null
    const modal = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].findLast(isShown)
    const within = modal?.closest('[data-rac]') ?? document.body

    /** The nearest fixed or sticky ancestor: it covers other content on purpose. */
    const layerOf = (one: Element): Element => {
      for (let at: Element | null = one; at !== null; at = at.parentElement)
        if (['fixed', 'sticky'].includes(getComputedStyle(at).position)) return at
      return document.body
    }
    /** The part of a box that is not clipped by its ancestors. */
    const seen = (box: DOMRect, one: Element): DOMRect | null => {
      let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom]
      for (let at: Element | null = one; at !== null && at !== document.body; at = at.parentElement) {
        const style = getComputedStyle(at)
        if (style.overflowX === 'visible' && style.overflowY === 'visible') continue
        const clip = at.getBoundingClientRect()
        left = Math.max(left, clip.left)
        right = Math.min(right, clip.right)
        top = Math.max(top, clip.top)
        bottom = Math.min(bottom, clip.bottom)
      }
      return right - left > 1 && bottom - top > 1 ? new DOMRect(left, top, right - left, bottom - top) : null
    }

    const texts: { text: string; owner: Element; layer: Element; box: DOMRect }[] = []
    const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const owner = node.parentElement
      const text = node.textContent ?? ''
      if (owner === null || text.trim() === '' || !isShown(owner) || owner.closest('svg, option')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const layer = layerOf(owner)
      for (const whole of range.getClientRects()) {
        const box = seen(whole, owner)
        if (box === null) continue
        if (box.right > width + 1 || box.left < -1) faults.push(`off the screen: ${short(text)}`)
        const isCut = whole.right > box.right + 2 && owner.closest(LABELS) !== null
        if (isCut && owner.closest('[title], [data-ticket]') === null) faults.push(`cut off: ${short(text)}`)
        texts.push({ text: short(text), owner, layer, box })
      }
      if (texts.at(-1)?.owner !== owner) continue
      // An email address may break anywhere.
      if (text.includes('@')) continue
      for (const match of text.matchAll(/[\p{L}]{2,}/gu)) {
        if (match[0].length > longest) continue
        range.setStart(node, match.index)
        range.setEnd(node, match.index + match[0].length)
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (tops.size > 1) faults.push(`a broken word: ${match[0]} of ${short(text)}`)
      }
    }
    for (const [at, one] of texts.entries())
      for (const other of texts.slice(at + 1)) {
        if (one.layer !== other.layer || one.owner === other.owner) continue
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
        if (across > 2 && down > 0.3 * Math.min(one.box.height, other.box.height))
          faults.push(`overlap: ${one.text} | ${other.text}`)
      }

    for (const one of within.querySelectorAll('*')) {
      if (!(one instanceof HTMLElement) || !isShown(one)) continue
      const { overflowX } = getComputedStyle(one)
      // A table in an article may be wider than its frame, and the editor's toolbar is one row that scrolls.
      if (['auto', 'scroll'].includes(overflowX) && one.scrollWidth > one.clientWidth + 1)
        if (
          one.querySelector('table') === null &&
          !one.matches('textarea, input, select, pre, [role="toolbar"]')
        )
          faults.push(`a part scrolls sideways: ${one.className} ${one.scrollWidth} > ${one.clientWidth}`)
    }
    return [...new Set(faults)]
  }, word)

/** Returns buttons and standalone controls smaller than 44 px. Links in a text or list are as high as its lines. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, select, summary, [role="tab"], a:not(p a, li a, dd a, td a)')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((one) => one.closest('.visually-hidden, [inert], [aria-hidden="true"]') === null)
      .map((one) => ({ one, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && Math.min(box.width, box.height) < 43.5)
      .map(({ one, box }) => {
        const name = (one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 40)
        return `no room for a finger, ${Math.round(box.width)} × ${Math.round(box.height)}: ${name}`
      }),
  )
