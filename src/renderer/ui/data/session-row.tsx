import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Session } from '#contract/service/models/user-models.ts';
import { cx } from '#lib/class-names.ts';
import { placeName } from '#lib/intl/country.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { LoadingStatus, Skeleton } from '../feedback/skeleton';
import { CardRow } from '../layout/card';
import { Badge } from './badge';
import { Flag } from './flag';
import { Icon } from './icon';
import { RelativeTime } from './relative-time';
import styles from './session-row.module.css';

/** Recognizes IP addresses that have no location, because they aren't on the internet. */
type Range = readonly [first: readonly number[], bits: number];

/** Loopback, private, link-local, and shared addresses of carriers (CGNAT), and those of “this host” (RFC 6890). */
const ranges4: readonly Range[] = [
  [[0], 8],
  [[10], 8],
  [[100, 64], 10],
  [[127], 8],
  [[169, 254], 16],
  [[172, 16], 12],
  [[192, 168], 16],
];

/** Unique local and link-local addresses. */
const ranges6: readonly Range[] = [
  [[0xfc, 0], 7],
  [[0xfe, 0x80], 10],
];

/** Returns whether an address is of this computer or its own network: IPv4, IPv6, or IPv4 in IPv6. False for any other text. */
export function isLocalAddress(ip: string): boolean {
  const bytes = bytesOf(ip);
  if (bytes === null) return false;
  if (bytes.length === 4) return isIn(ranges4, bytes);
  if (isMapped(bytes)) return isIn(ranges4, bytes.slice(12));
  const isUnspecifiedOrLoopback = bytes.slice(0, 15).every((byte) => byte === 0) && (bytes[15] ?? 0) <= 1;
  return isUnspecifiedOrLoopback || isIn(ranges6, bytes);
}

const fourParts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

function bytesOf(ip: string): number[] | null {
  const parts = fourParts.exec(ip);
  if (parts === null) return bytesOf6(ip);
  const bytes = parts.slice(1).map(Number);
  return bytes.every((byte) => byte <= 255) ? bytes : null;
}

/** Lets `URL` parse the address, which returns it in its shortest form, without dots. */
function bytesOf6(ip: string): number[] | null {
  const [address = ''] = ip.split('%');
  const url = `http://[${address}]/`;
  if (!address.includes(':') || /[^\da-f:.]/i.test(address) || !URL.canParse(url)) return null;
  const [before = '', after] = new URL(url).hostname.slice(1, -1).split('::');
  const [first, last] = [groupsOf(before), groupsOf(after ?? '')];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => 0);
  return [...first, ...zeros, ...last].flatMap((group) => [group >> 8, group & 0xff]);
}

function groupsOf(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}

/** An IPv4 address as `::ffff:a.b.c.d`. */
function isMapped(bytes: readonly number[]): boolean {
  return bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff && bytes[11] === 0xff;
}

function isIn(ranges: readonly Range[], bytes: readonly number[]): boolean {
  return ranges.some(([first, bits]) => first.every((byte, at) => hasPrefix(bytes[at] ?? 0, byte, bits - at * 8)));
}

function hasPrefix(byte: number, expected: number, bits: number): boolean {
  const unused = Math.max(8 - bits, 0);
  return byte >> unused === expected >> unused;
}

/** The place of a row in a list of which only a part is in the page. */
export interface RowPosition {
  readonly index: number;
  readonly count: number;
}

interface SessionRowProps {
  session: Session;
  position?: RowPosition | undefined;
  /** At the start of the row. */
  lead?: ReactNode;
  /** What can be done with it, or what came of it. */
  action?: ReactNode;
  /** Further badges. */
  badge?: ReactNode;
  /** Why it could not be revoked. */
  failure?: ReactNode;
}

/** One session: location, IP address and times. Rows belong into a `Card`. */
export function SessionRow({ session, position, lead, action, badge, failure }: SessionRowProps) {
  const { t } = useMessages();
  const info = session.last_used_at_end_user_ip_info;
  const name = useSessionPlace();
  return (
    <CardRow className={styles.row} role="listitem" aria-posinset={position && position.index + 1} aria-setsize={position?.count}>
      {lead}
      <Flag code={info?.countryCode} />
      <div className={styles.words}>
        <div className={styles.head}>
          <span className={styles.place}>{name(session)}</span>
          {session.is_current_session && <Badge tone="accent">{t('ui.session.current')}</Badge>}
          {session.is_impersonation && <Badge tone="warn">{t('ui.session.impersonation')}</Badge>}
          {badge}
        </div>
        <div className={styles.facts}>
          {info && <span className={styles.ip}>{info.ip}</span>}
          <RelativeTime of="ui.session.created" millis={session.created_at} />
          <LastUsed millis={session.last_used_at} />
        </div>
        {failure !== undefined && (
          <div className={styles.failure} role="alert">
            <Icon of={CircleAlert} size={14} />
            <span>{failure}</span>
          </div>
        )}
      </div>
      {action}
    </CardRow>
  );
}

/** Says where a session was last used, for its row and for questions about it. */
export function useSessionPlace(): (session: Session) => string {
  const messages = useMessages();
  return (session) => sessionPlace(messages, session);
}

/** Returns the location of a session, or why it isn't known. */
export function sessionPlace({ t, locale }: Translator, { last_used_at_end_user_ip_info: info }: Session): string {
  const unknown = info !== undefined && isLocalAddress(info.ip) ? 'ui.session.local' : 'ui.session.no-place';
  return placeName(info, locale) ?? t(unknown);
}

function LastUsed({ millis }: { millis: number | undefined }) {
  const { t } = useMessages();
  if (millis === undefined) return <span>{t('ui.session.last-use-unknown')}</span>;
  return <RelativeTime of="ui.session.last-used" millis={millis} />;
}

/** Loading sessions. */
export function SessionRowsSkeleton({ count = 3 }: { count?: number }) {
  const rows = Array.from({ length: count }, (_, at) => at);
  return (
    <>
      <LoadingStatus />
      {rows.map((at) => (
        <CardRow key={at} className={styles.row}>
          <Skeleton width={20} height={14} />
          <div className={cx(styles.words, styles.waiting)}>
            <Skeleton width={180} />
            <Skeleton width={300} height={10} />
          </div>
          <Skeleton width={64} height={26} />
        </CardRow>
      ))}
    </>
  );
}
