/** Notes when an account's screen shows whose it is, in milliseconds since the epoch. At its first sign-in, that is the one of its first steps. */

let wanted: { readonly address: string; readonly shown: (at: number) => void } | null = null;

const look = () => {
  if (wanted === null || !/\/(account\/profile|welcome)$/.test(location.hash)) return;
  if (!document.querySelector('main')?.textContent.includes(wanted.address)) return;
  wanted.shown(performance.timeOrigin + performance.now());
  wanted = null;
};

/** Answers once it is there; to be asked before. */
const signedIn = (address: string) =>
  new Promise<number>((shown) => {
    wanted = { address, shown };
  });

new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
Object.assign(globalThis, { latchkeyBench: { signedIn } });
