/** A video of another site that an article may embed. */
export interface Video {
  /** The name of the site. */
  source: string
  /** The video's page, which an article links to. */
  page: string
  /** The URL of the site's player, for an iframe. */
  player: string
}

interface Source {
  name: string
  /** Without `www.` and `m.`. */
  hosts: readonly string[]
  /** The origin of its player. */
  origin: string
  /** `at`: the start second; null: from the beginning. */
  read: (
    path: string,
    query: URLSearchParams,
    from: { host: string; at: number | null },
  ) => Pick<Video, 'page' | 'player'> | null
}

/** The captured groups of a match; null if there is no match. */
const found = (pattern: RegExp, text: string | null): string[] | null =>
  pattern.exec(text ?? '')?.slice(1) ?? null

const DAY_S = 86_400

/** Parses `90`, `90s`, `1m30s` or `1h2m3s` into seconds; null if it is not a time, or is zero. */
const secondOf = (text: string | null): number | null => {
  const [hours, minutes, seconds] =
    /^(?=\d)(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,5})s?)?$/.exec(text ?? '')?.slice(1) ?? []
  const at = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
  return at > 0 && at <= DAY_S ? at : null
}

/** The start second in a link: sites name it `t` or `start`, and some put it after `#`. */
const momentOf = ({ searchParams, hash }: URL): number | null =>
  secondOf(searchParams.get('t')) ??
  secondOf(searchParams.get('start')) ??
  secondOf(new URLSearchParams(hash.slice(1)).get('t'))

const VK_ID = /(?:^|\/)video(-?\d{1,12})_(\d{1,12})(?:$|\/)/
// The player of a playlist has `videoseries` in place of an id.
const YOUTUBE_ID = /^(?!videoseries$)([\w-]{11})$/

const SOURCES: readonly Source[] = [
  {
    name: 'RuTube',
    hosts: ['rutube.ru'],
    origin: 'https://rutube.ru',
    read: (path, query, { at }) => {
      const [id] = found(/^\/(?:(?:video|shorts)(?:\/private)?|play\/embed)\/([0-9a-f]{32})\/?$/, path) ?? []
      if (id === undefined) return null
      // The key of an unlisted video.
      const [key] = found(/^([\w-]{1,64})$/, query.get('p')) ?? []
      const asked = [...(key === undefined ? [] : [`p=${key}`]), ...(at === null ? [] : [`t=${at}`])]
      const page = `https://rutube.ru/video/${key === undefined ? '' : 'private/'}${id}/`
      return {
        page: asked.length === 0 ? page : `${page}?${asked.join('&')}`,
        player: `https://rutube.ru/play/embed/${id}/?${[...asked, 'autoplay=1'].join('&')}`,
      }
    },
  },
  {
    name: 'VK Видео',
    hosts: ['vkvideo.ru', 'vk.com', 'vk.ru'],
    origin: 'https://vkvideo.ru',
    read: (path, query, { at }) => {
      const isPlayer = path === '/video_ext.php'
      const named = isPlayer ? `video${query.get('oid')}_${query.get('id')}` : (query.get('z') ?? path)
      const [owner, id] = found(VK_ID, named) ?? []
      if (owner === undefined || id === undefined) return null
      const player = `https://vkvideo.ru/video_ext.php?oid=${owner}&id=${id}`
      // Only the embed code of an unlisted video has its key.
      const [key] = (isPlayer && found(/^([0-9a-f]{8,32})$/, query.get('hash'))) || []
      const from = at === null ? '' : `t=${at}s`
      const page =
        key === undefined
          ? `https://vkvideo.ru/video${owner}_${id}${from && `?${from}`}`
          : `${player}&hash=${key}${from && `&${from}`}`
      const hash = key === undefined ? '' : `&hash=${key}`
      return { page, player: `${player}${hash}${from && `&${from}`}&hd=2&autoplay=1` }
    },
  },
  {
    name: 'YouTube',
    hosts: ['youtube.com', 'youtube-nocookie.com', 'youtu.be'],
    origin: 'https://www.youtube-nocookie.com',
    read: (path, query, { host, at }) => {
      const [named] =
        found(host === 'youtu.be' ? /^\/([^/]+)$/ : /^\/(?:embed|shorts|live)\/([^/]+)\/?$/, path) ?? []
      const [id] = found(YOUTUBE_ID, named ?? (path === '/watch' ? query.get('v') : null)) ?? []
      if (id === undefined) return null
      return {
        page: `https://www.youtube.com/watch?v=${id}${at === null ? '' : `&t=${at}`}`,
        player: `https://www.youtube-nocookie.com/embed/${id}?${at === null ? '' : `start=${at}&`}autoplay=1`,
      }
    },
  },
  {
    name: 'Kinescope',
    hosts: ['kinescope.io'],
    origin: 'https://kinescope.io',
    read: (path) => {
      const [id] =
        found(/^\/(?:embed\/)?([0-9A-Za-z]{20,24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/, path) ??
        []
      if (id === undefined) return null
      return { page: `https://kinescope.io/${id}`, player: `https://kinescope.io/embed/${id}?autoplay=1` }
    },
  },
]

/** The names of the sites whose videos an article may embed. */
export const VIDEO_SOURCES: readonly string[] = SOURCES.map(({ name }) => name)

/** The title of a video without a name. */
export const untitledVideo = ({ source }: Video): string => `Видео на ${source}`

/** The origins of all players, the only ones allowed in iframes. */
export const VIDEO_ORIGINS: readonly string[] = SOURCES.map(({ origin }) => origin)

/**
 * Parses the URL of a video's page or player; null for any other URL. The result is built only from the video's id, key and
 * start second, so nothing else of the given URL gets into an iframe.
 */
export const videoOf = (address: string): Video | null => {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return null
  }
  const isPlain =
    /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.port === ''
  const host = url.hostname.replace(/^(?:www|m)\./, '')
  const source = isPlain ? SOURCES.find(({ hosts }) => hosts.includes(host)) : undefined
  const video = source?.read(url.pathname, url.searchParams, { host, at: momentOf(url) })
  return source === undefined || !video ? null : { source: source.name, ...video }
}

/** The same for pasted text: a URL, or the embed code of a site. */
export const videoIn = (text: string): Video | null => {
  const given =
    /<iframe\b[^>]*?\ssrc\s*=\s*["']?([^\s"'>]+)/i.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? text.trim()
  return videoOf(given.startsWith('//') ? `https:${given}` : given)
}
