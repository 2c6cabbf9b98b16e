/** The wire of unit specs, on which nothing ever happens: modules with calls of the main process can be imported without a window. */
const never = () => () => undefined;

Object.assign(globalThis, {
  latchkeyWire: { call: () => new Promise(() => undefined), on: never, status: () => 'open', onStatus: never, onReconnect: never },
});
