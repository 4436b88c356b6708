/* The styles every page stands on; `mantine-primitives.css` follows with the shell. */
import './tokens.css';
import './fonts.css';
import './global.css';
