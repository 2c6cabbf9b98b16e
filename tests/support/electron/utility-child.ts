/** Runs in a utility process: provides the port, and removes Node's own channel to the parent. */
import { EventEmitter } from 'node:events';
import { pathToFileURL } from 'node:url';

const send = process.send?.bind(process) as ((message: unknown) => boolean) | undefined;
const port = Object.assign(new EventEmitter(), { postMessage: (message: unknown) => void send?.(message) });
process.on('message', (data) => port.emit('message', { data, ports: [] }));
Object.defineProperty(process, 'parentPort', { value: port });
Object.defineProperty(process, 'send', { value: undefined });

const [, , file = '', ...args] = process.argv;
process.argv = [process.argv[0] ?? '', file, ...args];
await import(pathToFileURL(file).href);
