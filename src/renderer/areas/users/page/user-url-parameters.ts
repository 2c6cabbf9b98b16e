/** The parameters of the URL's query that name the user beside the list, and the tab: leaving either loses what is edited there. */
export const userUrlParameters = ['panel', 'tab'] as const;
