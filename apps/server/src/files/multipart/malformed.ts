/** The body is not a valid form of RFC 7578; the message is for the log. */
export class MalformedMultipart extends Error {}
