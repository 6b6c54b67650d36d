import { untitledVideo, videoOf } from '@podmoga/contract/fields/video'

/** The video of a figure that contains only a link to a video page; null for other figures. */
export const videoLink = (figure: Element): { href: string; title: string } | null => {
  const link = figure.firstElementChild
  if (link?.localName !== 'a' || figure.childElementCount > 1) return null
  const title = link.textContent?.trim() ?? ''
  const video = videoOf(link.getAttribute('href') ?? '')
  if (video === null || figure.textContent?.trim() !== title) return null
  return { href: video.page, title: title || untitledVideo(video) }
}
