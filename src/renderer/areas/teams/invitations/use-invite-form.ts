import { useMemo, useRef, useState } from 'react';
import { email } from '#contract/service/models/fields.ts';
import type { Invitation } from '#contract/service/models/team-models.ts';
import { api } from '#data/api.ts';
import type { AnyTeamRef } from '#data/keys.ts';
import type { StepResult } from '#data/repeatable-writes.ts';
import { readAddresses } from '#lib/addresses.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import { useJobPreview } from '#parts/jobs/preview/use-job-preview.ts';
import { type InviteResults, inviteEach, settleUnknown, useSendInvitation } from './data';

/** Maximum number of addresses in the form. */
export const maxAddresses = 1_000;

/** Whether the service takes an address (wire/limits 1). */
export function isAddress(text: string): boolean {
  return email.safeParse(text).success;
}

interface AddedAddresses {
  readonly addresses: readonly string[];
  /** Number of addresses left out because the form is full. */
  readonly excess: number;
  /** What was in the text beside addresses. */
  readonly leftOut: readonly string[];
}

/**
 * Adds the addresses in a text to those in the form, each once whatever its case. The words of a text without any address are added as they are:
 * an address was meant, and can be corrected.
 */
export function addAddresses(present: readonly string[], text: string): AddedAddresses {
  const read = readAddresses(text);
  const isMeant = read.addresses.length === 0;
  const known = new Set(present.map((address) => address.toLowerCase()));
  const added: string[] = [];
  for (const address of isMeant ? read.leftOut : read.addresses) {
    const folded = address.toLowerCase();
    if (known.has(folded)) continue;
    known.add(folded);
    added.push(address);
  }
  const free = Math.max(0, maxAddresses - present.length);
  return {
    addresses: [...present, ...added.slice(0, free)],
    excess: Math.max(0, added.length - free),
    leftOut: isMeant ? [] : read.leftOut,
  };
}

/** Returns the addresses with those first that have to be corrected, because a long list shows only its start. */
export function invalidFirst(addresses: readonly string[]): readonly string[] {
  return [...addresses].sort((one, other) => Number(isAddress(one)) - Number(isAddress(other)));
}

export type InviteFormState = ReturnType<typeof useInviteForm>;

const noRest = { excess: 0, leftOut: [] };

/**
 * Returns the state of the form that invites several addresses. Addresses leave it once their invitation was sent. What an admin sends to several is a
 * job, which has no access to accounts: theirs are sent one after another.
 */
export function useInviteForm(of: AnyTeamRef, pending: readonly Invitation[] | undefined, team?: string) {
  const send = useSendInvitation(of);
  const previewJob = useInvitationJob(of, team);
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
    if (wanted.length > 1 && of.accountId === undefined) await previewJob(wanted, () => setPresent([]));
    else await inviteEach(wanted, send, report);
    setRunning(false);
  };
  const remove = (address: string) => {
    setPresent(addresses.filter((one) => one !== address));
    setRest(noRest);
  };
  return { addresses, draft, rest, isMissing, isRunning, results, setDraft, add: put, remove, submit: () => void submit() };
}

/** Returns a function that shows what a job would send to addresses. Says so if the address of its links can't be read. */
function useInvitationJob({ connectionId, teamId }: AnyTeamRef, team: string | undefined) {
  const { open } = useJobPreview();
  const showFailure = useFailureToast();
  return async (addresses: readonly string[], onStarted: () => void) => {
    try {
      const { url } = await api.callbacks.address({ connectionId, purpose: 'team-invitation' });
      const targets = addresses.map((id) => ({ id, of: null }));
      const action = { kind: 'invitations.send', teamId, callbackUrl: url } as const;
      open({ connectionId, scope: { kind: 'targets', targets }, action, names: { team }, onStarted });
    } catch (thrown) {
      showFailure(thrown);
    }
  };
}
