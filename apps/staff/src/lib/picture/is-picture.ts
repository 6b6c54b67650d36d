/** Whether a file is a photo or screenshot of a type that a message may carry, or that can be converted to one. */
export const isPicture = ({ name }: File): boolean => /\.(jpe?g|png|hei[cf])$/i.test(name)
