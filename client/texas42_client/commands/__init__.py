"""The commands of ``t42``, a file for every group of verbs, imported only when used."""
