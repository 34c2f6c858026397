"""Static files under names with a hash, inside our ES modules too."""

from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage

_glob, _patterns = HashedFilesMixin._js_module_import_aggregation_patterns  # type: ignore[attr-defined]


class ModuleStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Follows the imports of our own modules; others' only look like imports."""

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (f"js/{_glob}", _patterns)
