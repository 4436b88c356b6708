import { z } from 'zod';
import {
  balanceChecks,
  bankFileFormats,
  bankLineReasons,
  bankLineStates,
  bankReturnKinds,
  confirmedReturnKinds,
  bankReturnOutcomes,
  matchEvidence,
  setAsideReasons,
} from './bank-files.values.ts';
import { loanStatuses } from '../choices.ts';
import { endpoint } from '../endpoint.ts';
import { bankColumn, bankColumnsParam, bankLayout, bankReading } from './bank-layouts.ts';
import { fileAnswers, fileQuestion } from './file-questions.ts';
import { tableFound, tableParams } from './tape-table.ts';
import {
  amountMinor,
  currency,
  cursor,
  day,
  instant,
  nameText,
  pageLimit,
  positiveOrZeroMinor,
  uuid,
} from '../values.ts';

const access = 'post-bank-files';
const fileParams = z.object({ bankFileId: uuid });
export const bankLineParams = z.object({ bankFileId: uuid, bankLineId: uuid });

export const bankFile = z.object({
  id: uuid,
  fileName: z.string(),
  format: z.enum(bankFileFormats),
  uploadedBy: z.string(),
  uploadedAt: instant,
  /**
   * The stored layout of the file's table; null for other formats, and if the layout was forgotten.
   */
  layout: bankLayout.nullable(),
  /**
   * The columns and formats by which the file's table was read; null for other formats, and for
   * files uploaded with an earlier release that did not store it.
   */
  reading: bankReading.nullable(),
  /** Whether each line agrees with the running balance; null if the file has no running balance. */
  balance: z.enum(balanceChecks).nullable(),
  lines: z.int(),
  /** Numbers of lines that the posting rule posted, and that it may post but has not posted yet. */
  byRule: z.object({ posted: z.int(), waiting: z.int() }),
  /** One row for each state and currency that has lines. */
  sums: z.array(
    z.object({
      state: z.enum(bankLineStates),
      currency,
      lines: z.int(),
      amountMinor: positiveOrZeroMinor,
    }),
  ),
});
export type BankFile = z.infer<typeof bankFile>;

const loanOfLine = z.object({
  id: uuid,
  reference: z.string(),
  borrower: z.string().nullable(),
  status: z.enum(loanStatuses),
});

/** The strength of the evidence for a loan. It orders suggestions and decides nothing. */
const score = z.int().min(1).max(99);

export const otherBankLine = z.object({ fileId: uuid, fileName: z.string(), number: z.int() });

/** A payment or unapplied funds that an outgoing line may return. */
export const bankReturn = z.object({
  kind: z.enum(bankReturnKinds),
  /** The payment, or the loan whose borrower has unapplied funds. */
  id: uuid,
  loan: loanOfLine,
  /** The amount of the payment, or of the unapplied funds that the line returns. */
  amountMinor: positiveOrZeroMinor,
  /** The amount by which the line exceeds `amountMinor`; banks add their fee for a return. */
  feeMinor: positiveOrZeroMinor,
  /** The value date of the payment. */
  valueDate: day.nullable(),
  /**
   * The day of a recorded refund of the line's amount on this loan, if it is at most 14 days from
   * the line's value date.
   */
  refundedOn: day.nullable(),
  evidence: z.array(z.enum(matchEvidence)),
  score,
});

/** A posted line, split over several loans, that an outgoing line may return. */
export const splitReturn = otherBankLine.extend({
  lineId: uuid,
  valueDate: day,
  amountMinor: positiveOrZeroMinor,
  /** The bank's fee: the outgoing line less the returned amount. */
  feeMinor: positiveOrZeroMinor,
  /** The payments that are reversed together; empty if one of them was already reversed. */
  parts: z.array(z.object({ paymentId: uuid, loan: loanOfLine, amountMinor: positiveOrZeroMinor })),
});
export type SplitReturn = z.infer<typeof splitReturn>;

export const bankLine = z.object({
  id: uuid,
  /** The line's position in the file, from 1. */
  number: z.int(),
  bookedOn: day,
  valueOn: day,
  amountMinor: positiveOrZeroMinor,
  currency,
  debtorName: z.string(),
  /** The account that the payment came from; empty if the file does not state it. */
  payerAccount: z.string(),
  remittance: z.string(),
  /** The receiving account and the bank’s own id; empty if the file has none. */
  account: z.string(),
  bankId: z.string(),
  state: z.enum(bankLineStates),
  /** Why the line is matched or left out. */
  reason: z.enum(bankLineReasons).nullable(),
  /** Whether the posting rule posted the line. */
  isPostedByRule: z.boolean(),
  /** The reasons of an automatic match; empty if a person chose the loan. */
  evidence: z.array(z.enum(matchEvidence)),
  /**
   * The heading of the column that contains the loan's number; null if the number is in the purpose
   * or was not used for the match.
   */
  foundIn: z.string().nullable(),
  score: score.nullable(),
  /** Why a user left the line out, and the user's note. */
  leftOutWhy: z.enum(setAsideReasons).nullable(),
  leftOutNote: z.string(),
  loan: loanOfLine.nullable(),
  paymentId: uuid.nullable(),
  /** Whether the line's payment was reversed later, and not posted again by undoing a return. */
  isReversed: z.boolean(),
  /** The line's parts, if it is split over several loans. */
  parts: z.array(
    z.object({
      loan: loanOfLine,
      amountMinor: positiveOrZeroMinor,
      paymentId: uuid.nullable(),
      isReversed: z.boolean(),
    }),
  ),
  /** Why the line's payment was refused. */
  refusal: z
    .object({
      error: z.string(),
      message: z.string(),
      details: z.record(z.string(), z.union([z.string(), z.number()])),
    })
    .nullable(),
  /** The earlier line that this line repeats. */
  duplicateOf: otherBankLine.nullable(),
  /** A line that may be the same payment; a user decides whether both count. */
  possibleDuplicateOf: otherBankLine.nullable(),
  /** The lines of another file that add up to this amount and are most likely its details. */
  totalOf: otherBankLine
    .pick({ fileId: true, fileName: true })
    .extend({ lines: z.int() })
    .nullable(),
  /** The line of another file that is most likely the total of a batch with this payment. */
  inTotal: otherBankLine.nullable(),
  /** The money that the line returns, as a user confirmed. */
  returned: bankReturn
    .pick({ amountMinor: true, feeMinor: true, valueDate: true })
    .extend({
      kind: z.enum(confirmedReturnKinds),
      outcome: z.enum(bankReturnOutcomes),
      /** The split line that this line returns. */
      splitLine: otherBankLine.nullable(),
    })
    .nullable(),
  /**
   * The most likely money that an outgoing line returns. Nothing is reversed until a user confirms
   * it.
   */
  mayReturn: bankReturn.nullable(),
  /** The split line that this line may return. */
  mayReturnSplit: splitReturn.nullable(),
});
export type BankReturn = z.infer<typeof bankReturn>;
export type BankLine = z.infer<typeof bankLine>;

export const uploadBankFile = endpoint({
  key: 'POST /api/bank-files',
  summary:
    'Upload a bank file (a table, camt, MT940, OFX or QIF). Its lines are stored and matched with loans. Nothing is posted unless the posting rule of the portfolio is on.',
  access,
  query: z.strictObject({
    /** The client creates this id when a file is chosen and repeats it on every retry. */
    id: uuid,
    fileName: nameText.min(1).max(255),
    answers: fileAnswers,
    columns: bankColumnsParam,
    ...tableParams,
  }),
  streamedBody: 'application/octet-stream',
  answer: z.object({
    /** Null while the file leaves questions open. Nothing is stored until they are answered. */
    bankFile: bankFile.nullable(),
    /** The questions to answer before the same file is sent again. */
    questions: z.array(fileQuestion),
    /** The columns that the user must choose before any other question; null if all are known. */
    columns: z.array(bankColumn).nullable(),
    /** The position of the table with these columns; null if there are no columns to choose. */
    table: tableFound.nullable(),
  }),
  failures: [
    'not_found',
    'body_too_large',
    'bank_file_not_recognised',
    'columns_missing',
    'bank_line_not_read',
    'bank_dates_ambiguous',
    'bank_amounts_mixed',
    'bank_direction_unknown',
    'bank_direction_contradictory',
    'bank_balance_contradictory',
    'bank_currency_differs',
    'bank_currencies_disagree',
    'bank_balance_differs',
    'bank_archive_mixed',
    'bank_control_differs',
    'too_many_bank_lines',
    'bank_file_has_no_lines',
    'id_reused_with_different_content',
  ],
});
export type UploadBankFile = typeof uploadBankFile;

export const listBankFiles = endpoint({
  key: 'GET /api/bank-files',
  summary: 'List bank files of the portfolio, newest first.',
  access,
  query: z.object({ after: cursor.optional(), limit: pageLimit.default(50) }),
  answer: z.object({ bankFiles: z.array(bankFile), nextCursor: cursor.nullable() }),
  failures: ['not_found'],
});
export type ListBankFiles = typeof listBankFiles;

export const readBankFile = endpoint({
  key: 'GET /api/bank-files/:bankFileId',
  summary: 'Get a bank file with the sums of its lines by state.',
  access,
  params: fileParams,
  answer: bankFile,
  failures: ['not_found'],
});
export type ReadBankFile = typeof readBankFile;

export const listBankLines = endpoint({
  key: 'GET /api/bank-files/:bankFileId/lines',
  summary: 'List the lines of a bank file in file order.',
  access,
  params: fileParams,
  query: z.object({
    state: z.enum(bankLineStates).optional(),
    /** Only lines that a person left out for this reason. */
    leftOutWhy: z.enum(setAsideReasons).optional(),
    after: cursor.optional(),
    limit: pageLimit.default(50),
  }),
  answer: z.object({ bankLines: z.array(bankLine), nextCursor: cursor.nullable() }),
  failures: ['not_found'],
});
export type ListBankLines = typeof listBankLines;

export const listLineCandidates = endpoint({
  key: 'GET /api/bank-files/:bankFileId/lines/:bankLineId/candidates',
  summary: 'List loans that a bank line may pay, likeliest first.',
  access,
  params: bankLineParams,
  answer: z.object({
    candidates: z.array(
      loanOfLine.extend({
        currency,
        dueMinor: positiveOrZeroMinor,
        evidence: z.array(z.enum(matchEvidence)),
        foundIn: z.string().nullable(),
        score,
      }),
    ),
  }),
  failures: ['not_found'],
});
export type ListLineCandidates = typeof listLineCandidates;
export type LineCandidate = z.infer<typeof listLineCandidates.answer>['candidates'][number];

/** The equal payment of the loan. The user confirms that the line is a different payment. */
const confirmedDuplicateOf = uuid.optional();

export const decideBankLine = endpoint({
  key: 'PUT /api/bank-files/:bankFileId/lines/:bankLineId/decision',
  summary: 'Match a bank line with a loan, exclude it, or return it to review.',
  access,
  params: bankLineParams,
  body: z.object({
    decision: z.enum(['match', 'leave-out', 'take-in']),
    /** The loan to match the line with. */
    loanId: uuid.optional(),
    /** Why the line is left out; "other" needs a note. */
    leftOutWhy: z.enum(setAsideReasons).optional(),
    note: z.string().max(500).default(''),
    confirmedDuplicateOf,
  }),
  answer: bankLine,
  failures: ['not_found', 'bank_line_is_settled', 'reason_missing', 'currency_differs'],
});
export type DecideBankLine = typeof decideBankLine;

export const splitBankLine = endpoint({
  key: 'PUT /api/bank-files/:bankFileId/lines/:bankLineId/split',
  summary: 'Split a bank line over several loans. All parts are posted together or none.',
  access,
  params: bankLineParams,
  body: z.strictObject({
    parts: z
      .array(
        z.strictObject({
          /**
           * The client creates the id of this part’s payment. The first part uses the line’s
           * payment id instead.
           */
          id: uuid,
          loanId: uuid,
          amountMinor,
        }),
      )
      .min(2)
      .max(20),
    confirmedDuplicateOf,
  }),
  answer: bankLine,
  failures: [
    'not_found',
    'bank_line_is_settled',
    'bank_parts_differ_from_line',
    'bank_part_loan_twice',
    'currency_differs',
    'id_reused_with_different_content',
  ],
});
export type SplitBankLine = typeof splitBankLine;

export const changeBankLayout = endpoint({
  key: 'PUT /api/bank-files/:bankFileId/layout',
  summary: 'Rename the remembered columns of a bank file, or forget them or an answer.',
  access,
  params: fileParams,
  body: z.object({
    /** Null forgets the columns and answers for these headings. */
    name: nameText.min(1).max(100).nullable(),
    /** The question whose answer is forgotten, so that the next file asks it again. */
    forgetAnswer: z.string().max(300).optional(),
  }),
  answer: bankFile,
  failures: ['not_found'],
});
export type ChangeBankLayout = typeof changeBankLayout;

export const postBankFile = endpoint({
  key: 'POST /api/bank-files/:bankFileId/post',
  summary:
    'Post matched lines as payments for up to two seconds. Repeat until none is left; each line is posted only once.',
  access,
  params: fileParams,
  query: z.object({
    /** Posts only lines that the posting rule may post, and none if the rule is off. */
    byRule: z.boolean().default(false),
  }),
  answer: z.object({
    posted: z.int(),
    refused: z.int(),
    /**
     * Matched lines that still wait to be posted; with `byRule`, only those that the rule may post.
     */
    left: z.int(),
  }),
  failures: ['not_found'],
});
export type PostBankFile = typeof postBankFile;
