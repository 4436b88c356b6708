export default {
  plugins: {
    'postcss-preset-mantine': {},
    'postcss-simple-vars': {
      variables: {
        'breakpoint-phone': '40em',
        'breakpoint-narrow': '64em',
      },
    },
  },
};
