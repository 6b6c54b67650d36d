/** Called where a signed link is opened: whether its person is still active, and their session. */
export type MayStillRead = (asked: {
  person_id: string
  session_id: string | null
  now: Date
}) => Promise<boolean>
