/** Webhooks (endpoints 9.5). */
export const webhooks = {};
