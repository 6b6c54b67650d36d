import type { Transport } from './client.ts'

/** The browser's fetch. */
export const fetchTransport: Transport = async (request) => {
  const answer = await fetch(request.url, {
    method: request.method,
    headers: request.headers,
    body: request.body ?? null,
    signal: request.signal ?? null,
    keepalive: request.keepalive === true,
    cache: 'no-store',
    credentials: request.has_cookies === true ? 'include' : 'same-origin',
  })
  return { status: answer.status, header: (name) => answer.headers.get(name), text: await answer.text() }
}

/** Uses XMLHttpRequest, because fetch does not report the progress of an upload. */
export const uploadTransport: Transport = (request) =>
  new Promise((resolve, reject) => {
    const upload = new XMLHttpRequest()
    upload.open(request.method, request.url)
    for (const [name, value] of Object.entries(request.headers)) upload.setRequestHeader(name, value)
    upload.upload.onprogress = (event) => request.onProgress?.(event.loaded, event.total)
    upload.onload = () =>
      resolve({
        status: upload.status,
        header: (name) => upload.getResponseHeader(name),
        text: upload.responseText,
      })
    upload.onerror = () => reject(new TypeError('upload failed'))
    upload.onabort = () => reject(request.signal?.reason ?? new DOMException('aborted', 'AbortError'))
    request.signal?.addEventListener('abort', () => upload.abort(), { once: true })
    upload.send(request.body ?? null)
  })

/** Uses the upload transport only if the caller wants progress. */
export const browserTransport: Transport = (request) =>
  request.onProgress === undefined ? fetchTransport(request) : uploadTransport(request)
