-- key_hash and fingerprint are HMACs by now, under keys made of the installation's link key and the Idempotency-Key: both could be
-- guessed from a plain SHA-256. What was kept so far is found under neither, and its plain hashes must not stay.
truncate kept_answers;
