/** True in a window of our own; false in a browser's tab, which has keys and ways that are the browser's. */
export const isElectron = typeof window !== 'undefined' && window.latchkey !== undefined;
