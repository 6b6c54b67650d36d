// The file store of the pair: a separate process, since the drill blocks while it waits for commands on the machines.
import { startTestS3 } from '../../../apps/server/src/ports/testing-s3.ts'
import { serveHost } from '../../host.ts'

const { address } = JSON.parse(process.argv[2] ?? '{}') as { address: string }
const { settings } = await startTestS3(address)
serveHost(settings.endpoint)
