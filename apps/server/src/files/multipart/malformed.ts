/** The body is not a form as RFC 7578 has it; the message is for the log. */
export class MalformedMultipart extends Error {}
