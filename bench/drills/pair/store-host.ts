// The store of files of the pair: a process of its own, as the drill waits for the machines' commands without a pause.
import { startTestS3 } from '../../../apps/server/src/ports/testing-s3.ts'
import { serveHost } from '../../host.ts'

const { address } = JSON.parse(process.argv[2] ?? '{}') as { address: string }
const { settings } = await startTestS3(address)
serveHost(settings.endpoint)
