export const app = {
  theme: {
    close: 'Close',
    dismiss: 'Dismiss',
  },
};
