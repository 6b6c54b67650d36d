import { networkInterfaces } from 'node:os'

const LOCAL = /^(?:localhost|.+\.localhost|127\..+|\[::1\])$/

const addressInside = (): string | undefined =>
  Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

/** A Russian line when links and QR codes open on this machine alone, with what would mend it; null when they do not. */
export const localLinksWarning = (
  public_url: string,
  address: string | undefined = addressInside(),
): string | null => {
  const { hostname, port } = new URL(public_url)
  if (!LOCAL.test(hostname)) return null
  const better = `http://${address ?? 'адрес-этой-машины'}${port === '' ? '' : `:${port}`}`
  return `Ссылки и QR-коды ведут на ${public_url} и откроются только на этой машине. Чтобы их открыли телефоны, запустите сервер с PUBLIC_URL=${better}`
}
