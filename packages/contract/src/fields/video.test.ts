import { expect, test } from 'vitest'
import { VIDEO_ORIGINS, videoIn, videoOf } from './video.ts'

const RUTUBE = `${'a'.repeat(16)}0123456789abcdef`
const KINESCOPE = '23QBdNEg7huhR6h7tGkrL2'
const PAGES: Record<string, [source: string, page: string, player: string]> = {
  rutube: [
    'RuTube',
    `https://rutube.ru/video/${RUTUBE}/`,
    `https://rutube.ru/play/embed/${RUTUBE}/?autoplay=1`,
  ],
  secret: [
    'RuTube',
    `https://rutube.ru/video/private/${RUTUBE}/?p=jlnIpPI_Zo-A`,
    `https://rutube.ru/play/embed/${RUTUBE}/?p=jlnIpPI_Zo-A&autoplay=1`,
  ],
  vk: [
    'VK Видео',
    'https://vkvideo.ru/video-22822305_456241864',
    'https://vkvideo.ru/video_ext.php?oid=-22822305&id=456241864&hd=2&autoplay=1',
  ],
  linked: [
    'VK Видео',
    'https://vkvideo.ru/video_ext.php?oid=-229&id=456239019&hash=29858da5c14db148',
    'https://vkvideo.ru/video_ext.php?oid=-229&id=456239019&hash=29858da5c14db148&hd=2&autoplay=1',
  ],
  youtube: [
    'YouTube',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
  ],
  kinescope: [
    'Kinescope',
    `https://kinescope.io/${KINESCOPE}`,
    `https://kinescope.io/embed/${KINESCOPE}?autoplay=1`,
  ],
}

test.each([
  ['rutube', `https://rutube.ru/video/${RUTUBE}/?r=wd`],
  ['rutube', `https://rutube.ru/video/${RUTUBE}/?t=0`],
  ['rutube', `http://www.rutube.ru/shorts/${RUTUBE}`],
  ['rutube', `https://rutube.ru/play/embed/${RUTUBE}?skinColor=ff0000`],
  ['secret', `https://rutube.ru/video/private/${RUTUBE}/?p=jlnIpPI_Zo-A&playlist=1161435`],
  ['secret', `https://rutube.ru/play/embed/${RUTUBE}/?p=jlnIpPI_Zo-A`],
  ['vk', 'https://vk.com/video-22822305_456241864'],
  ['vk', 'https://m.vkvideo.ru/video-22822305_456241864?t=0s'],
  ['vk', 'https://vkvideo.ru/playlist/-22822305_1/video-22822305_456241864'],
  ['vk', 'https://vk.ru/videos-22822305?z=video-22822305_456241864%2Fpl_-22822305_-2'],
  ['vk', 'https://vk.com/video_ext.php?oid=-22822305&id=456241864&hd=2'],
  ['linked', 'https://vkvideo.ru/video_ext.php?oid=-229&id=456239019&hd=2&hash=29858da5c14db148'],
  ['youtube', 'https://youtu.be/dQw4w9WgXcQ?si=x'],
  ['youtube', 'https://m.youtube.com/watch?v=dQw4w9WgXcQ&list=PL1'],
  ['youtube', 'https://www.youtube.com/shorts/dQw4w9WgXcQ'],
  ['youtube', 'https://www.youtube.com/live/dQw4w9WgXcQ'],
  ['youtube', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['youtube', 'https://youtu.be/dQw4w9WgXcQ?t=soon'],
  ['youtube', 'https://youtu.be/dQw4w9WgXcQ?t=90%26onload%3Dx'],
  ['youtube', 'https://youtu.be/dQw4w9WgXcQ?t=999999999'],
  ['youtube', 'https://youtu.be/dQw4w9WgXcQ?start=-5'],
  ['kinescope', `https://kinescope.io/embed/${KINESCOPE}`],
])('%s: %s', (name, address) => {
  const [source, page, player] = PAGES[name] ?? []
  expect(videoOf(address)).toEqual({ source, page, player })
  // The page's own address is accepted too: it is the stored form.
  expect(videoOf(page ?? '')).toEqual({ source, page, player })
  expect(VIDEO_ORIGINS).toContain(new URL(player ?? '').origin)
})

test.each([
  [`https://rutube.ru/video/${RUTUBE}/?r=wd&t=90`, 't=90', 't=90'],
  [`https://rutube.ru/play/embed/${RUTUBE}/?p=jlnIpPI_Zo-A&t=1m30s`, 'p=jlnIpPI_Zo-A&t=90', 't=90'],
  ['https://vkvideo.ru/video-22822305_456241864?t=1m30s', 't=90s', 't=90s'],
  ['https://vk.com/video_ext.php?oid=-1&id=2&hash=29858da5c14db148&t=0h1m30s', 't=90s', 't=90s'],
  ['https://youtu.be/dQw4w9WgXcQ?t=90', 't=90', 'start=90'],
  ['https://youtu.be/dQw4w9WgXcQ?si=x&t=90s', 't=90', 'start=90'],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1m30s', 't=90', 'start=90'],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ#t=90', 't=90', 'start=90'],
  ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=90', 't=90', 'start=90'],
])('begins where its link says: %s', (address, page, player) => {
  const video = videoOf(address)
  expect(video?.page).toMatch(new RegExp(`[?&]${page}$`))
  expect(video?.player).toMatch(new RegExp(`[?&]${player}&(?:hd=2&)?autoplay=1$`))
  expect(videoOf(video?.page ?? '')).toEqual(video)
  expect(videoOf(video?.player ?? '')).toEqual(video)
  expect(videoOf(address.replace(/(t|start)=[^&]+$/, '$1=1h2m3s'))?.player).toMatch(/=3723s?&/)
})

test.each([
  'https://rutube.ru/',
  `https://rutube.ru/video/${RUTUBE}/../../evil`,
  `https://rutube.ru/video/${RUTUBE.toUpperCase()}/`,
  `https://rutube.ru.evil.test/video/${RUTUBE}/`,
  `https://evil.test/rutube.ru/video/${RUTUBE}/`,
  `https://evil.test\\@rutube.ru/video/${RUTUBE}/`,
  `https://rutube.ru@evil.test/video/${RUTUBE}/`,
  `https://user:word@rutube.ru/video/${RUTUBE}/`,
  `https://rutube.ru:8443/video/${RUTUBE}/`,
  `https://studio.rutube.ru/video/${RUTUBE}/`,
  `//rutube.ru/video/${RUTUBE}/`,
  `javascript:"https://rutube.ru/video/${RUTUBE}/"`,
  `data:text/html,https://rutube.ru/video/${RUTUBE}/`,
  `ftp://rutube.ru/video/${RUTUBE}/`,
  'https://vk.com/video-1_2x',
  'https://vk.com/away.php?to=video-1_2',
  'https://vk.com/video_ext.php?oid=-1&id=2%26autoplay%3D1',
  'https://www.youtube.com/embed/videoseries?list=PL1',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ%22onload%3Dx',
  'https://www.youtube.com/redirect?q=https://evil.test',
  'https://www.youtube.com/watch?v=../../evil1',
  'https://kinescope.io/embed/short',
  'https://kinescope.io/',
  '',
  'видео',
])('no video: %s', (address) => {
  expect(videoOf(address)).toBeNull()
})

test('whatever stands around an id stays outside of the frame', () => {
  const hostile = `https://rutube.ru/video/${RUTUBE}/?p="><script>&onload=x#javascript:alert(1)`
  expect(videoOf(hostile)?.player).toBe(`https://rutube.ru/play/embed/${RUTUBE}/?autoplay=1`)
  expect(videoOf('https://vk.com/video_ext.php?oid=-1&id=2&hash=%22onload=x')?.page).toBe(
    'https://vkvideo.ru/video-1_2',
  )
})

test('the code by which a site offers its player names the same video', () => {
  const code = (src: string) => `<iframe width="720" height="405" src="${src}" allow="autoplay"></iframe>`
  expect(videoIn(code(`https://rutube.ru/play/embed/${RUTUBE}/`))?.page).toBe(PAGES.rutube?.[1])
  expect(videoIn(code('//vk.com/video_ext.php?oid=-22822305&amp;id=456241864&amp;hd=2'))?.page).toBe(
    PAGES.vk?.[1],
  )
  expect(videoIn(`  ${PAGES.youtube?.[1]}\n`)?.source).toBe('YouTube')
  expect(videoIn(code('https://evil.test/'))).toBeNull()
  expect(videoIn(`Смотрите ${PAGES.youtube?.[1]}`)).toBeNull()
})
