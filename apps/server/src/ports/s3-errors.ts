import { StoreMisconfigured, StoreUnavailable } from './files.ts'

/** The kind of operation. */
export type Operation = 'get' | 'put' | 'remove' | 'list'

const RIGHT = {
  get: 'GetObject',
  put: 'PutObject',
  remove: 'DeleteObject',
  list: 'ListBucket',
} as const satisfies Record<Operation, string>

interface S3Error {
  name?: string
  /** The region of the bucket, if the store reports it. */
  Region?: string
  $metadata?: { httpStatusCode?: number }
  $response?: { headers?: Record<string, string> }
}

const statusOf = (error: unknown): number | undefined => (error as S3Error).$metadata?.httpStatusCode

const isNoBucket = (error: unknown): boolean => (error as S3Error).name === 'NoSuchBucket'

export const isAbsent = (error: unknown): boolean => {
  const { name } = error as S3Error
  return !isNoBucket(error) && (name === 'NoSuchKey' || name === 'NotFound' || statusOf(error) === 404)
}

/** A refusal without a body that explains it, such as the response to a HEAD. */
export const saysNothing = (error: unknown): boolean => [301, 400, 403].includes(statusOf(error) ?? 0)

export const noBucket = (bucket: string) =>
  new StoreMisconfigured(
    `В хранилище S3 нет корзины «${bucket}». Создайте её или исправьте S3_BUCKET или S3_ENDPOINT.`,
  )

/** S3 error codes for which the operator gets a specific reason. */
const REFUSED: Record<string, string> = {
  InvalidAccessKeyId: 'оно не знает ключа доступа (S3_ACCESS_KEY_ID)',
  SignatureDoesNotMatch: 'секретный ключ (S3_SECRET_ACCESS_KEY) не подходит к ключу доступа',
  RequestTimeTooSkewed: 'часы этого сервера расходятся с его часами. Сверьте время: timedatectl',
}

const ELSEWHERE = ['PermanentRedirect', 'AuthorizationHeaderMalformed']

/** Turns an error of the store into one Russian sentence; the original error is its `cause`, for the log. */
export const explain = (
  error: unknown,
  { bucket, operation, late_ms }: { bucket: string; operation: Operation; late_ms: number | null },
): StoreUnavailable => {
  const cause = { cause: error }
  if (error instanceof StoreUnavailable) return error
  if (isNoBucket(error)) return noBucket(bucket)
  if (late_ms !== null)
    return new StoreUnavailable(`Хранилище S3 не ответило за ${Math.ceil(late_ms / 1000)} с.`, cause)
  const { name = '', Region, $response } = error as S3Error
  const status = statusOf(error)
  if (status === 301 || ELSEWHERE.includes(name)) {
    const region = Region ?? $response?.headers?.['x-amz-bucket-region']
    return new StoreMisconfigured(
      `Корзина S3 «${bucket}» в другом регионе${region === undefined ? '' : ` (${region})`}. Исправьте S3_REGION или S3_ENDPOINT.`,
      cause,
    )
  }
  if (status === 401 || status === 403)
    return new StoreMisconfigured(
      `Хранилище S3 не пускает в корзину «${bucket}» (${status}): ${
        REFUSED[name] ??
        `у ключа нет права ${RIGHT[operation]}. Нужны ListBucket, GetObject, PutObject и DeleteObject`
      }.`,
      cause,
    )
  if (status !== undefined)
    return new StoreUnavailable(`Хранилище S3 не отвечает как должно (${status}).`, cause)
  const code = (error as NodeJS.ErrnoException | null)?.code ?? 'ошибка'
  return new StoreUnavailable(
    `Хранилище S3 не отвечает (${code}). Проверьте, что оно запущено и что его адрес верен (S3_ENDPOINT).`,
    cause,
  )
}
