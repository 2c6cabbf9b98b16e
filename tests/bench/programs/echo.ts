/** A bare WebSocket server whose every answer is as long as the bridge's: `echo.js BYTES`. */
import { WebSocketServer } from 'ws';

const answer = 'x'.repeat(Number(process.argv[2]));
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
server.on('connection', (socket) => socket.on('message', () => socket.send(answer)));
server.on('listening', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : address}\n`);
});
process.once('SIGTERM', () => process.exit(0));
