/** Keeps pages from the network where no policy of a page and no filter of requests does: WebRTC, and looking up names. */
import type { Session, WebContents } from 'electron';

/** A proxy that can't exist, because its name is reserved. */
const deadProxy = 'socks5://proxy.invalid:9';

/** Sends everything of a session that isn't served by the app itself through a proxy that doesn't exist, also what is on this machine. */
export async function closeNetwork(session: Session): Promise<void> {
  await session.setProxy({ mode: 'fixed_servers', proxyRules: deadProxy, proxyBypassRules: '<-loopback>' });
}

/** Lets WebRTC use nothing but the session's proxy, and no UDP. */
export function closeWebRtc(contents: WebContents): void {
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}
