import { beforeEach, expect, test } from 'vitest';
import { useToasts } from './toasts';

const { show } = useToasts.getState();
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
