import { networkInterfaces } from 'node:os'
import { isLocalLink } from '@podmoga/contract/fields/local-link'

const addressInside = (): string | undefined =>
  Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

/** Returns a Russian warning, with a remedy, if links and QR codes work only on this machine; null otherwise. */
export const localLinksWarning = (
  public_url: string,
  address: string | undefined = addressInside(),
): string | null => {
  if (!isLocalLink(public_url)) return null
  const { port } = new URL(public_url)
  const better = `http://${address ?? 'адрес-этой-машины'}${port === '' ? '' : `:${port}`}`
  return `Ссылки и QR-коды ведут на ${public_url} и откроются только на этой машине. Чтобы их открыли телефоны, запустите сервер с PUBLIC_URL=${better}`
}
