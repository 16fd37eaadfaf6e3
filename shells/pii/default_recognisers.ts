/**
 * The recognisers that are used when nobody chose.
 *
 * @module
 */
import { bankCardRecogniser } from "./recognise_bank_card.ts";
import { companyCodeRecogniser } from "./recognise_company_code.ts";
import { emailRecogniser } from "./recognise_email.ts";
import { ibanRecogniser } from "./recognise_iban.ts";
import { ipAddressRecogniser } from "./recognise_ip_address.ts";
import { macAddressRecogniser } from "./recognise_mac_address.ts";
import { mainlandIdRecogniser } from "./recognise_mainland_id.ts";
import { passportRecogniser } from "./recognise_passport.ts";
import { createPhoneRecogniser } from "./recognise_phone.ts";
import { secretRecogniser } from "./recognise_secret.ts";
import { urlCredentialsRecogniser } from "./recognise_url_credentials.ts";
import { usSsnRecogniser } from "./recognise_us_ssn.ts";
import type { Recogniser } from "./recogniser.ts";

/** One for each of `DEFAULT_KINDS`, in that order: of two that claim parts of each other, the earlier wins. */
export const DEFAULT_RECOGNISERS: readonly Recogniser[] = [
  secretRecogniser,
  urlCredentialsRecogniser,
  emailRecogniser,
  ibanRecogniser,
  mainlandIdRecogniser,
  companyCodeRecogniser,
  bankCardRecogniser,
  usSsnRecogniser,
  macAddressRecogniser,
  ipAddressRecogniser,
  passportRecogniser,
  createPhoneRecogniser(),
];
