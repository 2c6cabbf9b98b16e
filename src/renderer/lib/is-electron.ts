/** Whether the page runs in Electron; a browser tab has its own shortcuts. */
export const isElectron = typeof window !== 'undefined' && window.latchkey !== undefined;
