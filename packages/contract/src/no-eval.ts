// Imported first by every app: zod would try `new Function` once, and the pages' policy reports each try.
import { config } from 'zod'

config({ jitless: true })
