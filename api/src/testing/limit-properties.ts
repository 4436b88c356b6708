import fc from 'fast-check';

// On a slow machine a property tries fewer cases, so that its test does not run into a timeout. A
// failing case is reported even if there was no time to shrink it.
fc.configureGlobal({ interruptAfterTimeLimit: 40_000 });
