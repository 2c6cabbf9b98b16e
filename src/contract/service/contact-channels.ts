/** Contact channels (endpoints 3, flows 9). */
export const contactChannels = {};
