/** Certificates for the servers of specs (RFC 5280 section 4.1); created here, so that no other program is needed. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export interface CertificateOptions {
  readonly names?: readonly string[];
  readonly addresses?: readonly string[];
  /** Milliseconds since the epoch. */
  readonly from?: number;
  readonly until?: number;
  /** Length of an RSA key; without it, the key is an elliptic one. */
  readonly rsaBits?: number;
}

const day = 86_400_000;

/** Creates a self-signed certificate, by default for `localhost` and 127.0.0.1, and valid today. */
export function selfSigned(options: CertificateOptions = {}): Certificate {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = nameOf('Unknown issuer', 'localhost');
  return signed({ pair, subject: name, issuer: { name, key: pair.privateKey }, extensions: [alternatives(options)], ...options });
}

export interface AuthorityOptions extends CertificateOptions {
  /** Maximum number of authorities below. */
  readonly pathLength?: number;
  /** Names to which the authority is limited. */
  readonly onlyNames?: string;
  /** Whether the certificate says that it is one of an authority. */
  readonly isAuthority?: boolean;
  /** An extension that no program knows, marked as critical. */
  readonly unknownCondition?: boolean;
}

export interface Authority extends Certificate {
  /** Creates a server's certificate. */
  issue(options?: AuthorityOptions): Certificate;
  /** Creates an authority below this one. */
  below(options?: AuthorityOptions): Authority;
}

/** Creates an authority with its own certificate. */
export function createAuthority(options: AuthorityOptions = {}, title = 'Company authority', parent?: Issuer): Authority {
  const pair = keyPair(options);
  const name = nameOf('Company', title);
  const own: Issuer = { name, key: pair.privateKey };
  const { isAuthority = true } = options;
  const extensions = [...(isAuthority ? [constraints(options)] : []), ...conditions(options)];
  return {
    ...signed({ pair, subject: name, issuer: parent ?? own, extensions, ...options }),
    issue: (of = {}) => {
      const server = keyPair(of);
      const own = [alternatives(of), ...conditions(of)];
      return signed({ pair: server, subject: nameOf('Company', 'server'), issuer: { name, key: pair.privateKey }, extensions: own, ...of });
    },
    below: (of = {}) => createAuthority(of, `${title} below`, own),
  };
}

function keyPair({ rsaBits }: CertificateOptions) {
  return rsaBits === undefined
    ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
    : generateKeyPairSync('rsa', { modulusLength: rsaBits });
}

interface Issuer {
  readonly name: Buffer;
  readonly key: KeyObject;
}

interface Signed extends Pick<CertificateOptions, 'from' | 'until'> {
  readonly pair: { readonly privateKey: KeyObject; readonly publicKey: KeyObject };
  readonly subject: Buffer;
  readonly issuer: Issuer;
  readonly extensions: readonly Buffer[];
}

let serial = 0;

function signed({ pair, subject, issuer, extensions, from = Date.now() - day, until = Date.now() + day }: Signed): Certificate {
  serial += 1;
  const toSign = sequence(
    der(0xa0, der(integer, Buffer.of(2))),
    der(integer, Buffer.of(1, serial >> 8, serial & 0xff)),
    sequence(ecdsaWithSha256),
    issuer.name,
    sequence(der(utcTime, timeText(from)), der(utcTime, timeText(until))),
    subject,
    pair.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = sign('sha256', toSign, issuer.key);
  const whole = sequence(toSign, sequence(ecdsaWithSha256), der(bits, Buffer.of(0), signature));
  return { key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: pem(whole) };
}

function alternatives({ names = ['localhost'], addresses = ['127.0.0.1'] }: CertificateOptions): Buffer {
  const all = [...names.map((text) => der(0x82, text)), ...addresses.map((text) => der(0x87, Buffer.from(text.split('.').map(Number))))];
  return sequence(alternativeNames, der(octets, sequence(...all)));
}

function constraints({ pathLength }: AuthorityOptions): Buffer {
  const limit = pathLength === undefined ? [] : [der(integer, Buffer.of(pathLength))];
  return sequence(basicConstraints, critical, der(octets, sequence(der(0x01, Buffer.of(0xff)), ...limit)));
}

function conditions({ onlyNames, unknownCondition = false }: AuthorityOptions): Buffer[] {
  const names = (text: string) => sequence(nameConstraints, critical, der(octets, sequence(der(0xa0, sequence(der(0x82, text))))));
  return [
    ...(onlyNames === undefined ? [] : [names(onlyNames)]),
    ...(unknownCondition ? [sequence(der(identifier, Buffer.from('2a030405', 'hex')), critical, der(octets, sequence()))] : []),
  ];
}

function nameOf(organisationName: string, common: string): Buffer {
  return sequence(attribute(organisation, organisationName), attribute(commonName, common));
}

const [integer, bits, octets, identifier, text, utcTime] = [0x02, 0x03, 0x04, 0x06, 0x0c, 0x17];
const ecdsaWithSha256 = der(identifier, Buffer.from('2a8648ce3d040302', 'hex'));
const organisation = der(identifier, Buffer.from('55040a', 'hex'));
const commonName = der(identifier, Buffer.from('550403', 'hex'));
const basicConstraints = der(identifier, Buffer.from('551d13', 'hex'));
const nameConstraints = der(identifier, Buffer.from('551d1e', 'hex'));
const critical = der(0x01, Buffer.of(0xff));
const alternativeNames = der(identifier, Buffer.from('551d11', 'hex'));

/** Returns a value in ASN.1's distinguished encoding (X.690 section 8.1). */
function der(tag: number, ...parts: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const { length } = content;
  const size = length < 0x80 ? Buffer.of(length) : length < 0x100 ? Buffer.of(0x81, length) : Buffer.of(0x82, length >> 8, length & 0xff);
  return Buffer.concat([Buffer.of(tag), size, content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, ...parts);
}

function attribute(kind: Buffer, value: string): Buffer {
  return der(0x31, sequence(kind, der(text, value)));
}

function timeText(moment: number): string {
  return `${new Date(moment).toISOString().replace(/\D/g, '').slice(2, 14)}Z`;
}

function pem(certificate: Buffer): string {
  const lines = certificate.toString('base64').replace(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}
