import { z } from 'zod'

/** The state of a file that cannot be opened: it waits for the virus scan, is infected, or is too large to scan. */
export const ScanState = z.enum(['waiting', 'infected', 'too_large'])
export type ScanState = z.infer<typeof ScanState>
