/** A passkey that is registered: what the service offers, and what the browser returns. */

export const passkeyOptions = {
  rp: { name: 'Shop', id: 'x.test' },
  user: { id: 'dXNlcg', name: 'ada', displayName: 'Ada' },
  challenge: 'Y2hhbGxlbmdl',
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 60_000,
  excludeCredentials: [],
  attestation: 'none',
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred', requireResidentKey: false },
};

export const registeredPasskey = {
  id: 'cGFzc2tleQ',
  rawId: 'cGFzc2tleQ',
  type: 'public-key',
  response: { attestationObject: 'YQ', clientDataJSON: 'Yg' },
  clientExtensionResults: {},
};
