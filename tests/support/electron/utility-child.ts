/** Runs in a utility process: provides the port, and removes Node's own channel to the parent. */
import { EventEmitter } from 'node:events';
import { pathToFileURL } from 'node:url';

const send = process.send?.bind(process) as ((message: unknown) => boolean) | undefined;
const port = Object.assign(new EventEmitter(), { postMessage: (message: unknown) => void send?.(message) });
// As in Electron, what is sent before the program listens waits for it.
const waiting: unknown[] = [];
let deliver = (data: unknown): void => void waiting.push(data);
process.on('message', (data) => deliver(data));
port.on('newListener', (name) => {
  if (name !== 'message' || port.listenerCount('message') > 0) return;
  queueMicrotask(() => {
    deliver = (data) => void port.emit('message', { data, ports: [] });
    for (const data of waiting.splice(0)) deliver(data);
  });
});
Object.defineProperty(process, 'parentPort', { value: port });
Object.defineProperty(process, 'send', { value: undefined });

const [, , file = '', ...args] = process.argv;
process.argv = [process.argv[0] ?? '', file, ...args];
await import(pathToFileURL(file).href);
