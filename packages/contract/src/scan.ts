import { z } from 'zod'

/** Of a file that waits to be looked at for viruses, or was found infected or too large to look at: nobody opens it. */
export const ScanState = z.enum(['waiting', 'infected', 'too_large'])
export type ScanState = z.infer<typeof ScanState>
