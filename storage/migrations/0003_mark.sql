-- Says in the file's header whose it is ("BaoH"), so that a foreign database is never taken for ours.
PRAGMA application_id = 1113681736;
