import { expect, it } from 'vitest';
import { removeWebRtc } from './remove-web-rtc';

it('removes every constructor of WebRTC and nothing else', () => {
  const global = { RTCPeerConnection: 1, webkitRTCPeerConnection: 1, RTCDataChannel: 1, RTCIceCandidate: 1, rtc: 1, Request: 1, fetch: 1 };
  removeWebRtc(global);
  expect(Object.keys(global)).toEqual(['rtc', 'Request', 'fetch']);
});
