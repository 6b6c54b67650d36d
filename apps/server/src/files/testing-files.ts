import { createConnection } from 'node:net'
import { crc32 } from 'node:zlib'

/** A ZIP archive of stored (uncompressed) entries. */
export const zipOf = (entries: Record<string, string>): Buffer => {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(entries)) {
    const data = Buffer.from(text)
    const path = Buffer.from(name)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt32LE(crc32(data), 10)
    facts.writeUInt32LE(data.length, 14)
    facts.writeUInt32LE(data.length, 18)
    facts.writeUInt16LE(path.length, 22)
    const head = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, path])
    local.push(head, data)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    central.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, tail, path)
    offset += head.length + data.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(Object.keys(entries).length, 8)
  end.writeUInt16LE(Object.keys(entries).length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, directory, end])
}

const officeOf = (type: string, part: string): Buffer =>
  zipOf({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`,
    '_rels/.rels': '<Relationships/>',
    [part]: '<document/>',
  })

const oldOffice = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1016)])

/** One pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
/** One pixel. */
export const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64')
/** Enough for a type detector, not for a decoder. */
const JPEG = Buffer.concat([
  Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
  Buffer.alloc(64, 1),
  Buffer.from('ffd9', 'hex'),
])
export const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

/** A small valid file for each extension that a ticket accepts, with its stored type. */
export const SAMPLES: readonly { name: string; bytes: Buffer; content_type: string }[] = [
  { name: 'фото.jpg', bytes: JPEG, content_type: 'image/jpeg' },
  { name: 'фото.jpeg', bytes: JPEG, content_type: 'image/jpeg' },
  { name: 'снимок.png', bytes: PNG, content_type: 'image/png' },
  { name: 'Счёт №5 — копия.pdf', bytes: PDF, content_type: 'application/pdf' },
  { name: 'письмо.doc', bytes: oldOffice, content_type: 'application/msword' },
  { name: 'остатки.xls', bytes: oldOffice, content_type: 'application/vnd.ms-excel' },
  { name: 'показ.ppt', bytes: oldOffice, content_type: 'application/vnd.ms-powerpoint' },
  {
    name: 'письмо.docx',
    bytes: officeOf('wordprocessingml.document', 'word/document.xml'),
    content_type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  {
    name: 'остатки.xlsx',
    bytes: officeOf('spreadsheetml.sheet', 'xl/workbook.xml'),
    content_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  {
    name: 'показ.pptx',
    bytes: officeOf('presentationml.presentation', 'ppt/presentation.xml'),
    content_type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  },
]

export const BOUNDARY = '----podmoga-test'
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`

/** One raw part: its header lines verbatim (without the last line break), and its bytes. */
export const rawPart = (headers: string | Buffer, bytes: string | Buffer = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\n`),
    Buffer.from(headers),
    Buffer.from('\r\n\r\n'),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ])

export const fieldPart = (name: string, value: string | Buffer): Buffer =>
  rawPart(`Content-Disposition: form-data; name="${name}"`, value)

/** A file part as browsers write it. */
export const filePart = (name: string, file_name: string, bytes: string | Buffer): Buffer =>
  rawPart(
    `Content-Disposition: form-data; name="${name}"; filename="${file_name}"\r\nContent-Type: application/octet-stream`,
    bytes,
  )

/** Parts and the closing boundary. */
export const formOf = (...parts: Buffer[]): Buffer =>
  Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)])

/** Sends bytes over a new socket and reads until the server closes it. */
export const sendRaw = (port: number, chunks: Iterable<string | Buffer>): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = createConnection({ port, host: '127.0.0.1' }, () => {
      for (const chunk of chunks) socket.write(chunk)
    })
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString('utf8')
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', (error: NodeJS.ErrnoException) => (answer === '' ? reject(error) : resolve(answer)))
  })
