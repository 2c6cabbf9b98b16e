import { useMemo, useRef, useState } from 'react';
import type { Invitation } from '#contract/service/models/team-models.ts';
import type { AnyTeamRef } from '#data/keys.ts';
import type { StepResult } from '#data/repeatable-writes.ts';
import { type AddedAddresses, addAddresses, isAddress } from './addresses';
import { type InviteResults, inviteEach, settleUnknown, useSendInvitation } from './data';

export type InviteFormState = ReturnType<typeof useInviteForm>;

const noRest = { excess: 0, leftOut: [] };

/** Returns the state of the form that invites several addresses. Addresses leave it once their invitation was sent. */
export function useInviteForm(of: AnyTeamRef, pending: readonly Invitation[] | undefined) {
  const send = useSendInvitation(of);
  const [present, setPresent] = useState<readonly string[]>([]);
  const [draft, setDraft] = useState('');
  /** What the last text had beyond the addresses that were added. */
  const [rest, setRest] = useState<Omit<AddedAddresses, 'addresses'>>(noRest);
  const [isMissing, setMissing] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const [raw, setRaw] = useState<InviteResults>(new Map());
  const before = useRef<ReadonlySet<string>>(new Set());
  const results = useMemo(() => settleUnknown(raw, before.current, pending ?? []), [raw, pending]);
  const isSent = (email: string) => results.get(email)?.state === 'done';
  const addresses = present.filter((address) => !isSent(address));

  const put = (text: string): readonly string[] => {
    const added = addAddresses(addresses, text);
    setPresent(added.addresses);
    setRest(added);
    // An address that is entered again is no longer the one that was invited.
    setRaw((known) => new Map([...known].filter(([email]) => !(isSent(email) && added.addresses.includes(email)))));
    setDraft('');
    setMissing(false);
    return added.addresses;
  };
  const report = (email: string, result: StepResult) => setRaw((known) => new Map(known).set(email, result));
  const submit = async () => {
    const wanted = put(draft);
    setMissing(wanted.length === 0);
    if (isRunning || wanted.length === 0 || !wanted.every(isAddress)) return;
    before.current = new Set(pending?.map(({ id }) => id));
    setRaw(new Map());
    setRunning(true);
    await inviteEach(wanted, send, report);
    setRunning(false);
  };
  const remove = (address: string) => {
    setPresent(addresses.filter((one) => one !== address));
    setRest(noRest);
  };
  return { addresses, draft, rest, isMissing, isRunning, results, setDraft, add: put, remove, submit: () => void submit() };
}
