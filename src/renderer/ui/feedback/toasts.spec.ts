import { beforeEach, expect, test } from 'vitest';
import { useToasts } from './toasts';

const { show, offer } = useToasts.getState();
const titles = () => useToasts.getState().toasts.map(({ title }) => title);

beforeEach(() => useToasts.setState({ toasts: [] }));

test('a toast takes the place of the earlier one about the same, and of no other', () => {
  show({ tone: 'good', title: 'ui.close', about: 'job 1' });
  show({ tone: 'good', title: 'ui.cancel', about: 'job 2' });
  show({ tone: 'bad', title: 'ui.copy' });
  show({ tone: 'good', title: 'ui.retry', about: 'job 1' });
  expect(titles()).toEqual(['ui.cancel', 'ui.copy', 'ui.retry']);
});

test('toasts about nothing in particular stay beside each other', () => {
  show({ tone: 'bad', title: 'ui.close' });
  show({ tone: 'bad', title: 'ui.close' });
  expect(titles()).toEqual(['ui.close', 'ui.close']);
});

test('the replaced toast leaves with its ID, so that the new one stays for its whole time', () => {
  show({ tone: 'good', title: 'ui.close', about: 'job 1' });
  const [before] = useToasts.getState().toasts;
  show({ tone: 'good', title: 'ui.cancel', about: 'job 1' });
  expect(useToasts.getState().toasts.map(({ id }) => id)).not.toContain(before?.id);
});

const undo = { title: 'journal.undo.saved', action: { label: 'journal.undo.confirm', onSelect: () => undefined } } as const;
const copied = { tone: 'good', title: 'ui.copied', isNoChange: true } as const;

test('an offer is added to the success that it is about, in either order', () => {
  show({ tone: 'good', title: 'users.saved' });
  offer(undo);
  expect(useToasts.getState().toasts).toMatchObject([{ title: 'users.saved', action: undo.action }]);
  useToasts.setState({ toasts: [] });
  offer(undo);
  show({ tone: 'good', title: 'users.saved' });
  expect(useToasts.getState().toasts).toMatchObject([{ title: 'users.saved', action: undo.action }]);
});

test('an offer isn’t added to a toast about no change, which doesn’t name it either', () => {
  show(copied);
  offer(undo);
  show(copied);
  expect(titles()).toEqual(['ui.copied', 'journal.undo.saved', 'ui.copied']);
  expect(useToasts.getState().toasts.map(({ action }) => action)).toEqual([undefined, undo.action, undefined]);
});
