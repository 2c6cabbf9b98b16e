/** Probes that every server answers (wire README 1, endpoints 10). */
export const misc = {};
